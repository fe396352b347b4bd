package numbersoflists

// A value is wrong, and the column is not released.
func sum(n int) (float64, error) {
	c := newColumn(n) // want "leak: "
	total := 0.0
	for i := range c.Len() {
		v := c.Value(i)
		if v < 0 {
			return 0, errNegative
		}
		total += v
	}
	c.Release()
	return total, nil
}

// The name is found, and the column stays.
func find(n int, name string) int {
	c := newColumn(n) // want "leak: "
	for i := range c.Len() {
		if c.Name(i) == name {
			return i
		}
	}
	c.Release()
	return -1
}

// The first value says that there is no more to do.
func started(n int) bool {
	c := newColumn(n) // want "leak: "
	c.head()
	if c.first == 0 {
		return false
	}
	c.Release()
	return true
}
