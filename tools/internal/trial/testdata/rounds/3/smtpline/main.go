// truth: use-after-release line 68 callee

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// An exchange is one command of a client and the answer to it.
type exchange struct {
	in  rcpool.Ref[bytes.Buffer]
	out rcpool.Ref[bytes.Buffer]
	to  io.Writer
}

func begin(to io.Writer) *exchange {
	return &exchange{in: stdpool.Buffer(), out: stdpool.Buffer(), to: to}
}

func (x *exchange) end() {
	x.in.Release()
	x.out.Release()
}

// reply sends the answer. It ends the exchange.
func (x *exchange) reply(code int, text string) error {
	defer x.end()
	fmt.Fprintf(x.out.Value(), "%d %s\r\n", code, text)
	_, err := x.out.Value().WriteTo(x.to)
	return err
}

type mail struct {
	from string
	to   []string
}

var errQuit = errors.New("quit")

func (m *mail) command(line string, to io.Writer, trace io.Writer) error {
	x := begin(to)
	x.in.Value().WriteString(line)
	verb, arg, _ := bytes.Cut(x.in.Value().Bytes(), []byte(" "))
	switch string(bytes.ToUpper(verb)) {
	case "MAIL":
		m.from = string(arg)
		return x.reply(250, "sender ok")
	case "RCPT":
		if m.from == "" {
			return x.reply(503, "who are you?")
		}
		m.to = append(m.to, string(arg))
		return x.reply(250, "recipient ok")
	case "QUIT":
		return errors.Join(x.reply(221, "bye"), errQuit)
	}
	if err := x.reply(500, "unknown command"); err != nil {
		return err
	}
	_, err := fmt.Fprintf(trace, "unknown command %q\n", verb)
	return err
}

func main() {
	var out, trace strings.Builder
	m := new(mail)
	script := "RCPT bob\nMAIL ann\nRCPT bob\nDANCE please\nQUIT\nMAIL eve\n"
	lines := bufio.NewScanner(strings.NewReader(script))
	for lines.Scan() {
		if err := m.command(lines.Text(), &out, &trace); err != nil {
			fmt.Println(err)
			break
		}
	}
	fmt.Print(out.String(), trace.String())
	if !strings.Contains(trace.String(), "DANCE") {
		panic("the trace does not have the command")
	}
}
