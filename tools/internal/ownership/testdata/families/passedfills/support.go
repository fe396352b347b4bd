// Package passedfills has functions that take an object from a pool and have it filled by a function
// that they are given.
package passedfills
