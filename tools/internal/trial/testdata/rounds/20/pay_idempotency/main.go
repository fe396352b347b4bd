// truth: correct

// A payment gateway answers a repeated request with the recorded response.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errDeclined = errors.New("declined")

type response struct {
	status int
	body   rcpool.Ref[bytes.Buffer]
}

type ledger struct {
	mu    sync.Mutex
	seen  map[string]response
	order []string
	limit int
}

// find returns the recorded response with a reference for the caller.
func (l *ledger) find(key string) (response, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r, ok := l.seen[key]
	if !ok {
		return response{}, false
	}
	return response{r.status, r.body.Retain()}, true
}

// record takes r over, unless somebody was faster; then the earlier one counts.
func (l *ledger) record(key string, r response) response {
	l.mu.Lock()
	defer l.mu.Unlock()
	if earlier, ok := l.seen[key]; ok {
		r.body.Release()
		return response{earlier.status, earlier.body.Retain()}
	}
	if len(l.order) == l.limit {
		oldest := l.order[0]
		l.order = l.order[1:]
		l.seen[oldest].body.Release()
		delete(l.seen, oldest)
	}
	l.seen[key] = r
	l.order = append(l.order, key)
	return response{r.status, r.body.Retain()}
}

func (l *ledger) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, r := range l.seen {
		r.body.Release()
		delete(l.seen, key)
	}
	l.order = nil
}

func charge(amount int) (response, error) {
	buf := stdpool.Buffer()
	defer rcpool.Drop(&buf)
	if amount <= 0 {
		return response{}, errDeclined
	}
	fmt.Fprintf(buf.Value(), `{"charged":%d}`, amount)
	return response{200, rcpool.Move(&buf)}, nil
}

func (l *ledger) handle(key string, amount int) error {
	r, ok := l.find(key)
	if !ok {
		fresh, err := charge(amount)
		if err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}
		r = l.record(key, fresh)
	}
	defer r.body.Release()
	_, err := fmt.Fprintf(os.Stdout, "%d %s\n", r.status, r.body.Value().Bytes())
	return err
}

func main() {
	l := &ledger{seen: map[string]response{}, limit: 3}
	defer l.close()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			if err := l.handle(fmt.Sprint("k", i%5), i%5); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
}
