// truth: use-after-release line 63 callee

// Command ledgerpost posts entries to an append-only ledger.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/rcpool/rcpool"
)

type Entry struct {
	Account string
	Cents   int64
	Memo    []byte
}

func (e *Entry) Reset() { *e = Entry{Memo: e.Memo[:0]} }

var entries = rcpool.Pool[Entry]{Name: "entries"}

var errBalance = errors.New("ledger does not balance")

type Ledger struct {
	w       io.Writer
	balance int64
	last    map[string]int64
}

// post writes entry and gives it back.
func (l *Ledger) post(entry rcpool.Ref[Entry]) error {
	defer entry.Release()
	e := entry.Value()
	l.balance += e.Cents
	_, err := fmt.Fprintf(l.w, "%s\t%d\t%s\n", e.Account, e.Cents, e.Memo)
	return err
}

func newEntry(account string, cents int64, memo string) rcpool.Ref[Entry] {
	entry := entries.Get()
	e := entry.Value()
	e.Account, e.Cents = account, cents
	e.Memo = append(e.Memo, memo...)
	return entry
}

// Book posts both sides of a booking.
func (l *Ledger) Book(from, to string, cents int64, memo string) error {
	debit := newEntry(from, -cents, memo)
	credit := newEntry(to, cents, memo)
	if err := l.post(debit); err != nil {
		credit.Release()
		return err
	}
	v := credit.Value()
	if err := l.post(credit); err != nil {
		return err
	}
	l.last[to] = v.Cents
	if l.balance != 0 {
		return errBalance
	}
	return nil
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func main() {
	var out bytes.Buffer
	l := &Ledger{w: &out, last: make(map[string]int64)}
	for i := range int64(5) {
		if err := l.Book("ann", "bob", 100+i, "rent"); err != nil {
			log.Fatal(err)
		}
		if l.last["bob"] != 100+i {
			log.Fatal("last booking ", l.last)
		}
	}
	if err := (&Ledger{w: full{}}).Book("ann", "bob", 1, ""); err == nil {
		log.Fatal("no error")
	}
	fmt.Print(out.String())
}
