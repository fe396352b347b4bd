package optionowners

// The mailer owns the template.
func releasedToo() string {
	body := templates.Get()
	m, err := newMailer(withBody(body))
	if err != nil {
		return err.Error()
	}
	text := m.render()
	m.Close()
	body.Release() // want "double-release: "
	return text
}

// It is read after the option has it.
func readLater() (int, error) {
	body := templates.Get()
	m, err := newMailer(withBody(body))
	if err != nil {
		return 0, err
	}
	m.Close()
	return len(body.Value().parts), nil // want "use-after-release: "
}
