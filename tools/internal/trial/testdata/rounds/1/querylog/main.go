// truth: reset line 35,36 plain

// Command querylog writes database queries to a log, one line for each.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
	"time"
)

type QueryLog struct {
	mu   sync.Mutex
	w    io.Writer
	slow time.Duration
	bufs sync.Pool
}

func New(w io.Writer, slow time.Duration) *QueryLog {
	return &QueryLog{
		w:    w,
		slow: slow,
		bufs: sync.Pool{New: func() any { return new(bytes.Buffer) }},
	}
}

func (q *QueryLog) Log(query string, took time.Duration, args ...any) error {
	if took < 0 {
		return fmt.Errorf("negative duration %v", took)
	}
	buf := q.bufs.Get().(*bytes.Buffer)
	defer q.bufs.Put(buf)
	if took >= q.slow {
		buf.WriteString("SLOW ")
	}
	fmt.Fprintf(buf, "%v %s", took, query)
	for i, arg := range args {
		fmt.Fprintf(buf, " $%d=%v", i+1, arg)
	}
	buf.WriteByte('\n')
	q.mu.Lock()
	defer q.mu.Unlock()
	_, err := q.w.Write(buf.Bytes())
	return err
}

func main() {
	var out strings.Builder
	q := New(&out, 10*time.Millisecond)
	const queries = 50
	for i := range queries {
		err := q.Log("SELECT name FROM users WHERE id = $1", time.Duration(i)*time.Millisecond, i)
		if err != nil {
			log.Fatal(err)
		}
	}
	if err := q.Log("", -1); err == nil {
		log.Fatal("no error")
	}
	if n := strings.Count(out.String(), "\n"); n != queries {
		log.Fatalf("%d lines for %d queries", n, queries)
	}
	fmt.Println("ok")
}
