// truth: use-after-release line 96 plain

// Tokenizer splits queries into tokens that a parser consumes one by one.
package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/rcpool/rcpool"
)

type Kind int

const (
	Word Kind = iota
	Number
	Symbol
	End
)

type Token struct {
	Kind Kind
	Text string
	Pos  int
}

var tokens = rcpool.Pool[Token]{Name: "tokens"}

type Lexer struct {
	in  string
	pos int
}

// Next returns a token that the caller owns.
func (l *Lexer) Next() rcpool.Ref[Token] {
	for l.pos < len(l.in) && l.in[l.pos] == ' ' {
		l.pos++
	}
	ref := tokens.Get()
	t := ref.Value()
	t.Pos = l.pos
	if l.pos == len(l.in) {
		t.Kind = End
		return ref
	}
	end := l.pos + 1
	switch c := rune(l.in[l.pos]); {
	case unicode.IsLetter(c):
		for end < len(l.in) && unicode.IsLetter(rune(l.in[end])) {
			end++
		}
		t.Kind = Word
	case unicode.IsDigit(c):
		for end < len(l.in) && unicode.IsDigit(rune(l.in[end])) {
			end++
		}
		t.Kind = Number
	default:
		t.Kind = Symbol
	}
	t.Text = l.in[l.pos:end]
	l.pos = end
	return ref
}

type Stats struct {
	Words, Numbers, Symbols int
	Last                    int
}

func scan(in string) (Stats, string) {
	var (
		s    Stats
		norm strings.Builder
		lex  = &Lexer{in: in}
	)
	for {
		ref := lex.Next()
		t := ref.Value()
		switch t.Kind {
		case Word:
			s.Words++
			norm.WriteString(strings.ToUpper(t.Text))
		case Number:
			s.Numbers++
			norm.WriteByte('?')
		case Symbol:
			s.Symbols++
			norm.WriteString(t.Text)
		}
		end := t.Kind == End
		ref.Release()
		if end {
			s.Last = t.Pos
			return s, norm.String()
		}
		norm.WriteByte(' ')
	}
}

func main() {
	for _, q := range []string{"select name from users where id = 42", "a1 + b2", ""} {
		fmt.Println(scan(q))
	}
}
