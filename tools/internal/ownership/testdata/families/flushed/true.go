package flushed

import "io"

// A row that the batch did not write is released once more.
func loadTwice(w io.Writer, texts []string) error {
	b := &batch{out: w, limit: 4}
	for _, text := range texts {
		row := rows.Get()
		row.Value().Text = append(row.Value().Text, text...)
		if err := b.add(row); err != nil {
			row.Release() // want "double-release: "
			return err
		}
	}
	return b.flush()
}

// The row is read after the batch has it.
func loadStale(b *batch, text string) (int, error) {
	row := rows.Get()
	row.Value().Text = append(row.Value().Text, text...)
	if err := b.add(row); err != nil {
		return 0, err
	}
	return len(row.Value().Text), nil // want "use-after-release: "
}
