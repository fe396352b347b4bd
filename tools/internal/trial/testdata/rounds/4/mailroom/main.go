// truth: double-release line 41,35 callee

// Mailroom writes letters from templates and delivers them.
package main

import (
	"fmt"
	"os"
	"strings"

	"round/mailroom/smtp"
)

type Template struct {
	Subject string
	Lines   []string
}

func (t Template) render(dst []byte, name string) []byte {
	dst = fmt.Appendf(dst, "Subject: %s\n\n", t.Subject)
	for _, l := range t.Lines {
		dst = append(dst, strings.ReplaceAll(l, "{name}", name)...)
		dst = append(dst, '\n')
	}
	return dst
}

type Room struct {
	from string
	sent int
}

func (r *Room) Send(t Template, to string) error {
	letter := smtp.Letters.Get()
	defer letter.Release()
	l := letter.Value()
	l.From = r.from
	l.To = to
	name, _, _ := strings.Cut(to, "@")
	l.Text = t.render(l.Text, name)
	if err := smtp.Deliver(os.Stdout, letter); err != nil {
		return err
	}
	r.sent++
	return nil
}

func main() {
	r := &Room{from: "office@example.com"}
	t := Template{"Your badge", []string{"Dear {name},", "your badge is ready."}}
	for _, to := range []string{"ann@example.com", "ben@example.com"} {
		if err := r.Send(t, to); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.sent)
}
