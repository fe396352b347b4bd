// truth: correct
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

const maxLiteral = 1 << 12

var literals = sync.Pool{New: func() any { b := make([]byte, 0, 128); return &b }}

func putLiteral(b *[]byte) {
	if cap(*b) > 1<<10 {
		return
	}
	*b = (*b)[:0]
	literals.Put(b)
}

var errTooLong = errors.New("BAD literal too long")

// command is one IMAP command; its arguments are copies.
type command struct {
	tag, verb string
	args      []string
}

type parser struct {
	in *bufio.Reader
}

// literal reads {n} bytes into a pooled slice, which the caller gives back.
func (p *parser) literal(spec string) (*[]byte, error) {
	n, err := strconv.Atoi(strings.Trim(spec, "{}"))
	if err != nil || n < 0 {
		return nil, fmt.Errorf("BAD literal %q", spec)
	}
	if n > maxLiteral {
		return nil, errTooLong
	}
	b := literals.Get().(*[]byte)
	if cap(*b) < n {
		*b = make([]byte, n)
	}
	*b = (*b)[:n]
	if _, err := io.ReadFull(p.in, *b); err != nil {
		putLiteral(b)
		return nil, fmt.Errorf("literal: %w", err)
	}
	return b, nil
}

func (p *parser) next() (command, error) {
	var c command
	for {
		line, err := p.in.ReadString('\n')
		if err != nil {
			return command{}, err
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			return c, nil
		}
		if c.tag == "" && len(fields) >= 2 {
			c.tag, c.verb = fields[0], strings.ToUpper(fields[1])
			fields = fields[2:]
		}
		more := false
		for _, f := range fields {
			if !strings.HasPrefix(f, "{") {
				c.args = append(c.args, f)
				continue
			}
			lit, err := p.literal(f)
			if err != nil {
				return command{}, err
			}
			c.args = append(c.args, string(*lit))
			putLiteral(lit)
			more = true
		}
		if !more {
			return c, nil
		}
	}
}

func main() {
	for _, in := range []string{
		"a1 login {3}\r\nada {6}\r\nsecret\r\n",
		"a2 select INBOX\r\na3 append {2000}\r\n" + strings.Repeat("m", 2000) + "\r\n",
		"a4 append {9}\r\nshort",
		"a5 append {99999}\r\n",
	} {
		p := &parser{in: bufio.NewReader(strings.NewReader(in))}
		for {
			c, err := p.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				fmt.Println("error:", err)
				break
			}
			total := 0
			for _, a := range c.args {
				total += len(a)
			}
			fmt.Println(c.tag, c.verb, len(c.args), total)
		}
	}
}
