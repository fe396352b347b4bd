package foreigngetters

import (
	"bytes"

	"test/families/foreigngetters/render"
)

// The page is given back.
func (m *mailer) confirm(name string) error {
	text, err := render.Page(name)
	if err != nil {
		return err
	}
	m.outbox = append(m.outbox, text.String())
	render.Free(text)
	return nil
}

// No function gives these back.
func (m *mailer) draft(name string) {
	text := render.Sheet()
	text.WriteString(name)
	m.outbox = append(m.outbox, text.String())
}

// The page is the caller's.
func (m *mailer) page(name string) (*bytes.Buffer, error) {
	text, err := render.Page(name)
	if err != nil {
		return nil, err
	}
	text.WriteString(".")
	return text, nil
}
