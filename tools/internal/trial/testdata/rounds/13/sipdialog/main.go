// truth: reset line 25 plain
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

// A dialog is what a SIP proxy knows about a call.
type dialog struct {
	callID  string
	from    string
	to      string
	route   []string
	cseq    int
	secure  bool
	replied map[int]string
}

var dialogs = rcpool.Pool[dialog]{
	Name: "sip.dialogs",
	New:  func() *dialog { return &dialog{replied: make(map[int]string, 4)} },
	Reset: func(d *dialog) {
		d.callID, d.from, d.to = "", "", ""
		clear(d.route)
		d.route = d.route[:0]
		d.cseq = 0
		clear(d.replied)
	},
}

func invite(raw string) rcpool.Ref[dialog] {
	ref := dialogs.Get()
	d := ref.Value()
	for i, line := range strings.Split(raw, "\n") {
		if i == 0 {
			if strings.Contains(line, "sips:") {
				d.secure = true
			}
			continue
		}
		key, val, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		switch key {
		case "Call-ID":
			d.callID = val
		case "From":
			d.from = val
		case "To":
			d.to = val
		case "Route":
			d.route = append(d.route, val)
		case "CSeq":
			fmt.Sscanf(val, "%d", &d.cseq)
		}
	}
	return ref
}

func (d *dialog) transport() string {
	if d.secure {
		return "TLS"
	}
	return "UDP"
}

func main() {
	calls := []string{
		"INVITE sips:bob@b.example\nCall-ID: a1\nFrom: ann\nTo: bob\nRoute: p1\nRoute: p2\nCSeq: 7 INVITE",
		"INVITE sip:carl@c.example\nCall-ID: a2\nFrom: ann\nTo: carl\nCSeq: 1 INVITE",
	}
	for _, c := range calls {
		ref := invite(c)
		d := ref.Value()
		d.replied[200] = "OK"
		fmt.Println(d.callID, d.from, d.to, len(d.route), d.cseq, d.transport(), len(d.replied))
		ref.Release()
	}
}
