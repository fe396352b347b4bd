// truth: unflushed line 27,51 plain
package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/rcpool/rcpool/stdpool"
)

type entry struct {
	at   time.Time
	line string
}

type stream struct {
	labels  string
	entries []entry
}

// push writes the streams in the line protocol of the ingester.
func push(w io.Writer, streams []stream) (int, error) {
	out := stdpool.BufioWriter(w)
	defer out.Release()
	lines := 0
	for _, s := range streams {
		if len(s.entries) == 0 {
			continue
		}
		if _, err := out.Value().WriteString(s.labels); err != nil {
			return lines, err
		}
		if err := out.Value().WriteByte('\n'); err != nil {
			return lines, err
		}
		for _, e := range s.entries {
			var stamp [20]byte
			b := strconv.AppendInt(stamp[:0], e.at.UnixNano(), 10)
			if _, err := out.Value().Write(b); err != nil {
				return lines, err
			}
			if _, err := fmt.Fprintf(out.Value(), " %s\n", e.line); err != nil {
				return lines, err
			}
			lines++
		}
	}
	return lines, nil
}

func main() {
	var conn bytes.Buffer
	at := time.Unix(1700000000, 0)
	n, err := push(&conn, []stream{
		{`{app="cart"}`, []entry{{at, "started"}, {at.Add(time.Second), "ready"}}},
		{`{app="idle"}`, nil},
		{`{app="auth"}`, []entry{{at, "login failed"}}},
	})
	fmt.Println(n, err, conn.Len())
}
