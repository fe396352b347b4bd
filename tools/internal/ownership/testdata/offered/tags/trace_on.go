//go:build trace

package tags

const tracing = true
