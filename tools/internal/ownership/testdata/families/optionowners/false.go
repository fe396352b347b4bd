package optionowners

// Close leaves a footer alone that render has found to be zero.
func once() string {
	m, _ := newMailer(withBody(templates.Get()))
	text := m.render()
	m.Close()
	return text
}

// So it does when it is deferred.
func deferred() (string, error) {
	m, err := newMailer(withBody(templates.Get()))
	if err != nil {
		return "", err
	}
	defer m.Close()
	return m.render(), nil
}
