package flushed

import "io"

// Each row goes to the batch, which may be flushed at once.
func load(w io.Writer, texts []string) error {
	b := &batch{out: w, limit: 4}
	for _, text := range texts {
		row := rows.Get()
		row.Value().Text = append(row.Value().Text, text...)
		if err := b.add(row); err != nil {
			return err
		}
	}
	return b.flush()
}

// What is needed of the row is copied before the batch has it.
func loadOne(b *batch, text string) (int, error) {
	row := rows.Get()
	row.Value().Text = append(row.Value().Text, text...)
	n := len(row.Value().Text)
	if err := b.add(row); err != nil {
		return 0, err
	}
	return n, nil
}
