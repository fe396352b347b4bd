//go:build !rcpool_check

package rcpool

const checkingByTag = 1024
