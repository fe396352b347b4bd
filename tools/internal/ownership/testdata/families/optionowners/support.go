// Package optionowners has options of a constructor that take a reference over. The fields
// that no option sets are zero.
package optionowners

import (
	"errors"
	"strings"

	"github.com/rcpool/rcpool"
)

// A Template is an example.
type Template struct{ parts []string }

var templates rcpool.Pool[Template]

// A mailer owns its body, and may have a footer.
type mailer struct{ body, footer rcpool.Ref[Template] }

func (m *mailer) render() string {
	text := strings.Join(m.body.Value().parts, "+")
	if !m.footer.IsZero() {
		text += strings.Join(m.footer.Value().parts, "+")
	}
	return text
}

func (m *mailer) Close() { rcpool.Drop(&m.body); rcpool.Drop(&m.footer) }

// An option may fail.
type option func(*mailer) error

func newMailer(opts ...option) (*mailer, error) {
	m := &mailer{}
	var errs []error
	for _, opt := range opts {
		errs = append(errs, opt(m))
	}
	if err := errors.Join(errs...); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// withBody takes the template over.
func withBody(ref rcpool.Ref[Template]) option {
	return func(m *mailer) error {
		rcpool.Drop(&m.body)
		m.body = ref
		return nil
	}
}
