// truth: correct

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type section struct {
	title string
	rows  []string
}

var errNoTitle = errors.New("section without a title")

type renderer struct {
	pool  bytebufferpool.Pool
	parts []*bytebufferpool.ByteBuffer
}

func escape(dst *bytebufferpool.ByteBuffer, s string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<':
			dst.WriteString("&lt;")
		case '&':
			dst.WriteString("&amp;")
		default:
			dst.WriteByte(s[i])
		}
	}
}

func (r *renderer) section(s section) error {
	if s.title == "" {
		return errNoTitle
	}
	bb := r.pool.Get()
	bb.WriteString("<h2>")
	escape(bb, s.title)
	bb.WriteString("</h2>")
	for _, row := range s.rows {
		bb.WriteString("<li>")
		escape(bb, row)
	}
	r.parts = append(r.parts, bb)
	return nil
}

func (r *renderer) assemble() string {
	page := r.pool.Get()
	defer r.pool.Put(page)
	page.WriteString("<html>")
	for _, part := range r.parts {
		page.Write(part.B)
	}
	page.WriteString("</html>")
	return page.String()
}

func (r *renderer) reset() {
	for i, part := range r.parts {
		r.pool.Put(part)
		r.parts[i] = nil
	}
	r.parts = r.parts[:0]
}

func (r *renderer) render(sections []section) (string, error) {
	defer r.reset()
	for i, s := range sections {
		if err := r.section(s); err != nil {
			return "", fmt.Errorf("section %d: %w", i, err)
		}
	}
	return r.assemble(), nil
}

func main() {
	r := &renderer{}
	pages := [][]section{
		{{"Receipts", []string{"tea < coffee", "cups & plates"}}, {"Refunds", nil}},
		{{"Ledger", []string{"a"}}, {"", []string{"b"}}},
		{{"Payouts", []string{strings.Repeat("p", 20)}}},
	}
	for _, p := range pages {
		html, err := r.render(p)
		fmt.Println(len(html), err, len(r.parts))
	}
}
