// truth: escape line 75 hard

// Command txhooks runs transactions with functions that run after the commit.
package main

import (
	"errors"
	"fmt"
	"log"

	"github.com/rcpool/rcpool"
)

type Account struct {
	ID      string
	Balance int64
	History []int64
}

func (a *Account) Reset() { *a = Account{History: a.History[:0]} }

var accounts = rcpool.Pool[Account]{Name: "accounts"}

type DB struct {
	rows map[string]int64
}

type Tx struct {
	db      *DB
	writes  map[string]int64
	onClose []func()
}

func (db *DB) Begin() *Tx { return &Tx{db: db, writes: make(map[string]int64)} }

func (tx *Tx) AfterCommit(f func()) { tx.onClose = append(tx.onClose, f) }

func (tx *Tx) Commit() {
	for id, balance := range tx.writes {
		tx.db.rows[id] = balance
	}
	for _, f := range tx.onClose {
		f()
	}
	tx.onClose = nil
}

func (tx *Tx) load(id string) rcpool.Ref[Account] {
	account := accounts.Get()
	a := account.Value()
	a.ID, a.Balance = id, tx.db.rows[id]
	return account
}

type audit struct{ lines []string }

func (l *audit) note(a *Account) {
	l.lines = append(l.lines, fmt.Sprintf("%s=%d %v", a.ID, a.Balance, a.History))
}

var errFunds = errors.New("insufficient funds")

func withdraw(tx *Tx, l *audit, id string, amounts ...int64) error {
	account := tx.load(id)
	defer account.Release()
	a := account.Value()
	for _, amount := range amounts {
		if a.Balance < amount {
			return fmt.Errorf("%s: %w", a.ID, errFunds)
		}
		a.Balance -= amount
		a.History = append(a.History, -amount)
	}
	tx.writes[a.ID] = a.Balance
	tx.AfterCommit(func() { l.note(a) })
	return nil
}

func main() {
	db := &DB{rows: map[string]int64{"ann": 100, "bob": 50}}
	var l audit
	tx := db.Begin()
	if err := withdraw(tx, &l, "ann", 10, 20); err != nil {
		log.Fatal(err)
	}
	if err := withdraw(tx, &l, "bob", 10); err != nil {
		log.Fatal(err)
	}
	if err := withdraw(tx, &l, "bob", 100); !errors.Is(err, errFunds) {
		log.Fatal(err)
	}
	tx.Commit()
	fmt.Println(db.rows)
	if len(l.lines) != 2 || l.lines[0] != "ann=70 [-10 -20]" || l.lines[1] != "bob=40 [-10]" {
		log.Fatalf("%q", l.lines)
	}
}
