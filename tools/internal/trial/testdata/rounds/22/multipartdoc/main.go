// truth: correct

// Command multipartdoc parses documents that consist of nested parts.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type part struct {
	title    string
	body     rcpool.Ref[textBody]
	children []rcpool.Ref[part]
}

type textBody struct{ lines []string }

func (b *textBody) Reset() {
	clear(b.lines)
	b.lines = b.lines[:0]
}

// Reset gives up what the part owns.
func (p *part) Reset() {
	rcpool.Drop(&p.body)
	for i := range p.children {
		rcpool.Drop(&p.children[i])
	}
	p.children = p.children[:0]
	p.title = ""
}

var (
	bodies = rcpool.Pool[textBody]{Name: "bodies"}
	parts  rcpool.Pool[part]
)

var errUnbalanced = errors.New("unbalanced end")

type parser struct {
	in    *bufio.Reader
	depth int
}

func (p *parser) parse(title string) (_ rcpool.Ref[part], err error) {
	ref := parts.Get()
	defer rcpool.Drop(&ref)
	v := ref.Value()
	v.title = title
	p.depth++
	defer func() { p.depth-- }()
	for {
		line, err := p.in.ReadString('\n')
		line = strings.TrimSpace(line)
		switch {
		case err == io.EOF && p.depth == 1:
			return rcpool.Move(&ref), nil
		case err != nil:
			return rcpool.Ref[part]{}, fmt.Errorf("part %q: %w", title, err)
		case line == "end" && p.depth == 1:
			return rcpool.Ref[part]{}, errUnbalanced
		case line == "end":
			return rcpool.Move(&ref), nil
		case strings.HasPrefix(line, "part "):
			child, err := p.parse(line[5:])
			if err != nil {
				return child, err
			}
			v.children = append(v.children, child)
		default:
			if v.body.IsZero() {
				v.body = bodies.Get()
			}
			b := v.body.Value()
			b.lines = append(b.lines, line)
		}
	}
}

func outline(p *part, indent string, out io.Writer) {
	n := 0
	if !p.body.IsZero() {
		n = len(p.body.Value().lines)
	}
	fmt.Fprintf(out, "%s%s %d\n", indent, p.title, n)
	for _, c := range p.children {
		outline(c.Value(), indent+"  ", out)
	}
}

func load(text string) error {
	in := stdpool.BufioReader(strings.NewReader(text))
	defer in.Release()
	p := &parser{in: in.Value()}
	doc, err := p.parse("root")
	if err != nil {
		return err
	}
	defer doc.Release()
	var sb strings.Builder
	outline(doc.Value(), "", &sb)
	fmt.Print(sb.String())
	return nil
}

func main() {
	for _, text := range []string{
		"hello\npart a\nx\ny\npart b\nend\nend\nbye\n", "part a\nx\n", "end\n",
	} {
		if err := load(text); err != nil {
			fmt.Println("error:", err)
		}
	}
}
