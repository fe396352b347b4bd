package main

import (
	"errors"
	"fmt"

	"round/mail_spool/spool"

	"github.com/rcpool/rcpool"
)

var mails = rcpool.Pool[spool.Mail]{Name: "mails"}

func compose(to, body string) rcpool.Ref[spool.Mail] {
	mail := mails.Get()
	mail.Value().To = to
	mail.Value().Body = append(mail.Value().Body, body...)
	return mail
}

func main() {
	var s spool.Spool
	sent := 0
	send := func(m *spool.Mail) error {
		if m.To == "" {
			return errors.New("no recipient")
		}
		sent += len(m.Body)
		return nil
	}
	s.Add(compose("ann", "hello"))
	s.Add(compose("", "lost"))
	s.Urgent(compose("bob", "now"), send)
	s.Urgent(compose("", "never"), send)
	fmt.Println(s.Flush(send), sent, mails.Stats().InUse)
}
