// Package scale simulates the store of package internal/magazine with more
// processors than the machine of the measurements has. docs/scale.md shows what
// it finds:
//
//	go test ./lab/scale -run TestPage -update
package scale
