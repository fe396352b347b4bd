// truth: escape line 38 callee

// Invoices are rendered as JSON for a queue that sends them later.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type invoice struct {
	Number int            `json:"number"`
	Items  map[string]int `json:"items"`
}

type envelope struct {
	number int
	body   []byte
}

// trimmed returns the text without the line end of the encoder.
func trimmed(b rcpool.Ref[bytes.Buffer]) []byte {
	return bytes.TrimRight(b.Value().Bytes(), "\n")
}

func render(i invoice) ([]byte, error) {
	buf := stdpool.Buffer()
	defer buf.Release()
	enc := json.NewEncoder(buf.Value())
	enc.SetEscapeHTML(false)
	if err := enc.Encode(i); err != nil {
		return nil, fmt.Errorf("invoice %d: %w", i.Number, err)
	}
	return trimmed(buf), nil
}

type queue struct{ waiting []envelope }

func (q *queue) add(i invoice) error {
	body, err := render(i)
	if err != nil {
		return err
	}
	q.waiting = append(q.waiting, envelope{i.Number, body})
	return nil
}

func (q *queue) send(post func(envelope)) {
	for _, e := range q.waiting {
		post(e)
	}
	clear(q.waiting)
	q.waiting = q.waiting[:0]
}

func main() {
	var q queue
	for n := range 4 {
		if err := q.add(invoice{n, map[string]int{"tea": n, "milk": 2 * n}}); err != nil {
			fmt.Println(err)
		}
	}
	valid := 0
	q.send(func(e envelope) {
		var back invoice
		if json.Unmarshal(e.body, &back) == nil && back.Number == e.number {
			valid++
		}
	})
	fmt.Println("valid", valid)
}
