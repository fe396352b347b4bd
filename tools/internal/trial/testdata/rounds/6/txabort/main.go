// truth: double-release line 62,67 callee
package main

import (
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/rcpool/rcpool"
)

type op struct{ key, value string }

type Tx struct {
	ops []op
	id  uint64
}

func (t *Tx) Reset() {
	clear(t.ops)
	*t = Tx{ops: t.ops[:0]}
}

type DB struct {
	txs  rcpool.Pool[Tx]
	data map[string]string
	next uint64
	log  *log.Logger
}

var errConflict = errors.New("conflict")

func (db *DB) begin() rcpool.Ref[Tx] {
	tx := db.txs.Get()
	db.next++
	tx.Value().id = db.next
	return tx
}

func (db *DB) rollback(tx *rcpool.Ref[Tx], cause error) {
	t := tx.Value()
	db.log.Printf("tx %d: %d operations dropped: %v", t.id, len(t.ops), cause)
	tx.Release()
}

func (db *DB) apply(t *Tx) error {
	for _, o := range t.ops {
		if db.data[o.key] == "locked" {
			return errConflict
		}
	}
	for _, o := range t.ops {
		db.data[o.key] = o.value
	}
	return nil
}

// Update runs f in a transaction.
func (db *DB) Update(f func(*Tx) error) error {
	tx := db.begin()
	defer tx.Release()
	if err := f(tx.Value()); err != nil {
		return err
	}
	if err := db.apply(tx.Value()); err != nil {
		db.rollback(&tx, err)
		return err
	}
	return nil
}

func (t *Tx) Set(key, value string) { t.ops = append(t.ops, op{key, value}) }

func main() {
	db := &DB{data: map[string]string{"z": "locked"}, log: log.New(os.Stdout, "", 0)}
	fmt.Println(db.Update(func(t *Tx) error {
		t.Set("a", "1")
		t.Set("b", "2")
		return nil
	}))
	fmt.Println(db.Update(func(*Tx) error { return errors.New("refused") }))
	defer func() {
		err, _ := recover().(error)
		fmt.Println("recovered:", errors.Is(err, rcpool.DoubleRelease))
	}()
	fmt.Println(db.Update(func(t *Tx) error { t.Set("z", "3"); return nil }))
}
