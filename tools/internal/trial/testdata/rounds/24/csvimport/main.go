// truth: correct

// Command csvimport parses contacts. Most rows are checked and forgotten; the
// few that need a review outlive the import and leave the pool.
package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Contact struct {
	Line   int
	Name   string
	Emails []string
	Flags  uint8
}

const (
	flagDuplicate = 1 << iota
	flagNoEmail
)

type importer struct {
	pool   rcpool.Pool[Contact]
	seen   map[string]bool
	review []*Contact // detached
	ok     int
}

func newImporter() *importer {
	im := &importer{seen: make(map[string]bool)}
	im.pool.Name = "contacts"
	im.pool.Reset = func(c *Contact) {
		clear(c.Emails)
		*c = Contact{Emails: c.Emails[:0]}
	}
	im.pool.Keep = func(c *Contact) bool { return cap(c.Emails) <= 16 }
	return im
}

func parse(c *Contact, text string) error {
	name, rest, found := strings.Cut(text, ",")
	if !found || name == "" {
		return fmt.Errorf("line %d: %q has no name", c.Line, text)
	}
	c.Name = name
	for _, mail := range strings.Fields(rest) {
		if !strings.Contains(mail, "@") {
			return fmt.Errorf("line %d: %q is no address", c.Line, mail)
		}
		c.Emails = append(c.Emails, mail)
	}
	return nil
}

func (im *importer) classify(c *Contact) {
	if len(c.Emails) == 0 {
		c.Flags |= flagNoEmail
	}
	for _, mail := range c.Emails {
		if im.seen[mail] {
			c.Flags |= flagDuplicate
		}
		im.seen[mail] = true
	}
}

// settle takes ref over: it is either detached for the review or released.
func (im *importer) settle(ref rcpool.Ref[Contact]) {
	if ref.Value().Flags != 0 {
		im.review = append(im.review, ref.Detach())
		return
	}
	im.ok++
	ref.Release()
}

func (im *importer) run(r io.Reader) (errs []error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		ref := im.pool.Get()
		ref.Value().Line = n
		if err := parse(ref.Value(), text); err != nil {
			ref.Release()
			errs = append(errs, err)
			continue
		}
		im.classify(ref.Value())
		im.settle(ref)
	}
	if err := lines.Err(); err != nil {
		errs = append(errs, err)
	}
	return errs
}

func main() {
	im := newImporter()
	errs := im.run(strings.NewReader(`# contacts
ann,ann@x.test
bob,bob@x.test b@y.test

cem,
,nobody@x.test
dee,dee@x.test bob@x.test
eve,eve
fay,fay@x.test
`))
	for _, err := range errs {
		fmt.Println(err)
	}
	for _, c := range im.review {
		fmt.Printf("line %d: %s flags %b\n", c.Line, c.Name, c.Flags)
	}
	fmt.Println(im.ok, "imported")
}
