package namedinmessage

import "github.com/apache/arrow-go/v18/arrow/array"

// What leaks is the builder, not the table.
func countLost(t table) (int, error) {
	t, err := t.count(array.NewInt64Builder(mem)) // want "leak: [^t]|leak: the "
	return t.n, err
}

// What leaks is the array, not its length.
func lengthLost(values ...int64) (n int) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	n = length(b.NewInt64Array()) // want "leak: [^n]"
	return n
}

// What leaks is the row, not the error.
func addLost(t table) (sum int, err error) {
	row := rows.Get()
	defer row.Release()
	other := row.Retain() // want "leak: other "
	t, err = t.add(&other)
	return t.sum, err
}

// What leaks is the reference, not the number.
func idLost() (n int) {
	n = id(rows.Get().Value()) // want "leak: (the|what|a) "
	return n
}

// What leaks is what the method has put into the cursor, not the error.
func cursorLost(id int) error {
	var c cursor
	err := c.open(id) // want "leak: (the|what|a) "
	return err
}
