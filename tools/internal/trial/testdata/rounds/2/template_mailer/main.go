// truth: leak line 31 callee
package main

import (
	"fmt"
	"strings"
	"text/template"

	"round/template_mailer/render"
)

type user struct {
	Name  string
	Email string
}

var (
	subject = template.Must(template.New("subject").Parse("Hello {{.Name}}"))
	body    = template.Must(template.New("body").Parse("Dear {{.Name}},\nyour address is {{.Email}}.\n{{.Footer}}"))
	plain   = template.Must(template.New("plain").Parse("Dear {{.Name}}\n"))
)

type mailer struct{ outbox []string }

func (m *mailer) greet(u user) error {
	head, err := render.Page(subject, u)
	if err != nil {
		return err
	}
	defer render.Free(head)
	text, err := render.Page(plain, u)
	if err != nil {
		return err
	}
	m.outbox = append(m.outbox, fmt.Sprintf("%s|%s|%s", u.Email, head.String(), text.String()))
	return nil
}

func (m *mailer) confirm(u user) error {
	text, err := render.Page(body, u)
	if err != nil {
		return fmt.Errorf("confirm %s: %w", u.Name, err)
	}
	m.outbox = append(m.outbox, text.String())
	render.Free(text)
	return nil
}

func main() {
	m := &mailer{}
	for _, name := range []string{"ann", "bob"} {
		u := user{Name: name, Email: name + "@example.com"}
		fmt.Println(m.greet(u), m.confirm(u) != nil)
	}
	for _, mail := range m.outbox {
		fmt.Println(strings.ReplaceAll(mail, "\n", " "))
	}
	before := render.Made.Load()
	for range 1000 {
		m.outbox = m.outbox[:0]
		_ = m.greet(user{Name: "cid"})
	}
	fmt.Println("new page for each mail:", render.Made.Load()-before >= 1000)
}
