// Package innerpool uses objects whose pool is in another package.
package innerpool

func sum(p []byte) (total int) {
	for _, b := range p {
		total += int(b)
	}
	return total
}
