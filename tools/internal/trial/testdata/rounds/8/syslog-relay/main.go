// truth: use-after-release line 36 callee
package main

import (
	"fmt"
	"io"
	"strings"

	"round/syslog-relay/wire"
)

type relay struct {
	out    io.Writer
	counts [8]int
	alerts int
}

func (r *relay) forward(m *wire.Message) error {
	defer wire.Recycle(m)
	if len(m.Text) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(r.out, "%d.%d %s\n", m.Facility, m.Severity, m.Text)
	return err
}

func (r *relay) line(text string) error {
	m, err := wire.Parse(text)
	if err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	r.counts[m.Severity]++
	if err := r.forward(m); err != nil {
		return err
	}
	if m.Severity <= 2 && m.Severity >= 0 {
		r.alerts++
	}
	return nil
}

func main() {
	var out strings.Builder
	r := &relay{out: &out}
	for _, text := range []string{"<34>su failed", "<13>user logged in", "no priority", "<0>kernel panic", "<165>"} {
		if err := r.line(text); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(out.String())
	if r.alerts != 2 {
		panic(fmt.Sprint(r.alerts, " alerts, severities ", r.counts))
	}
}
