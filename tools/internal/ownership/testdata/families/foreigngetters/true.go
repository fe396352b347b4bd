package foreigngetters

import "test/families/foreigngetters/render"

// The second page is lost.
func (m *mailer) greet(name string) error {
	head, err := render.Page("to " + name)
	if err != nil {
		return err
	}
	defer render.Free(head)
	text, err := render.Page(name) // want "leak: "
	if err != nil {
		return err
	}
	m.outbox = append(m.outbox, head.String()+text.String())
	return nil
}

// The page is used after it was given back.
func (m *mailer) late(name string) error {
	text, err := render.Page(name)
	if err != nil {
		return err
	}
	render.Free(text)
	m.outbox = append(m.outbox, text.String()) // want "use-after-release: "
	return nil
}

// The page is given back twice.
func (m *mailer) twice(name string) error {
	text, err := render.Page(name)
	if err != nil {
		return err
	}
	defer render.Free(text)
	if text.Len() == 0 {
		render.Free(text) // want "double-release: "
		return nil
	}
	m.outbox = append(m.outbox, text.String())
	return nil
}
