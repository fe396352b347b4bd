// truth: unflushed line 45 plain
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"strconv"
	"strings"
	"sync"
	"time"
)

type Entry struct {
	Day   time.Time
	Text  string
	Cents int64
}

type Account struct {
	IBAN    string
	Entries []Entry
}

var csvWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1024) }}

// WriteStatement writes the entries of a month and returns the balance.
func (a *Account) WriteStatement(dst io.Writer, month time.Month) (balance int64, err error) {
	w := csvWriters.Get().(*bufio.Writer)
	w.Reset(dst)
	if _, err = w.WriteString("day,text,amount\n"); err == nil {
		for _, e := range a.Entries {
			if e.Day.Month() != month {
				continue
			}
			w.WriteString(e.Day.Format(time.DateOnly))
			w.WriteByte(',')
			w.WriteString(strconv.Quote(e.Text))
			w.WriteByte(',')
			_, err = fmt.Fprintf(w, "%d.%02d\n", e.Cents/100, e.Cents%100)
			balance += e.Cents
		}
	}
	csvWriters.Put(w)
	return balance, err
}

func main() {
	a := &Account{IBAN: "DE02"}
	for i := range 40 {
		a.Entries = append(a.Entries, Entry{
			time.Date(2026, time.Month(1+i%3), 1+i%28, 0, 0, 0, 0, time.UTC),
			fmt.Sprint("transfer ", i), int64(i * 150),
		})
	}
	for m := time.January; m <= time.March; m++ {
		var out strings.Builder
		balance, err := a.WriteStatement(&out, m)
		fmt.Println(a.IBAN, m, balance, err)
		if lines := strings.Count(out.String(), "\n"); lines < 14 {
			log.Fatalf("%s has only %d lines", m, lines)
		}
	}
}
