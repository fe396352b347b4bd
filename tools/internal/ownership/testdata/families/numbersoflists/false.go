package numbersoflists

// A wrong value releases the column, too.
func sumWell(n int) (float64, error) {
	c := newColumn(n)
	defer c.Release()
	total := 0.0
	for i := range c.Len() {
		v := c.Value(i)
		if v < 0 {
			return 0, errNegative
		}
		total += v
	}
	return total, nil
}

// A table has the column.
func findIn(t *table, n int, name string) int {
	c := newColumn(n)
	t.columns = append(t.columns, c)
	for i := range c.Len() {
		if c.Name(i) == name {
			return i
		}
	}
	return -1
}

// The table owns its columns.
func firstOf(t *table) (float64, error) {
	c := t.Column(0)
	if v := c.Value(0); v >= 0 {
		return v, nil
	}
	return 0, errNegative
}
