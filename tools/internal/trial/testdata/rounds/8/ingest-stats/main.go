// truth: use-after-release line 64 callee
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type measurement struct {
	Device string    `json:"device"`
	Values []float64 `json:"values"`
}

var measurements = rcpool.Pool[measurement]{Name: "measurements"}

type store interface {
	insert(m *measurement) error
}

type memory map[string]int

func (s memory) insert(m *measurement) error {
	if m.Device == "" {
		return fmt.Errorf("no device")
	}
	s[m.Device] += len(m.Values)
	return nil
}

type ingest struct {
	store store
	out   io.Writer
	ok    int
}

// commit inserts m and ends its lease.
func (i *ingest) commit(m rcpool.Ref[measurement]) error {
	defer m.Release()
	if err := i.store.insert(m.Value()); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	i.ok++
	return nil
}

func (i *ingest) line(text string) error {
	m, err := stdpool.DecodeJSON([]byte(text), &measurements)
	if err != nil {
		return err
	}
	n := len(m.Value().Values)
	if n == 0 {
		m.Release()
		return nil
	}
	if err := i.commit(m); err != nil {
		return err
	}
	_, err = fmt.Fprintf(i.out, "%s: %d values\n", m.Value().Device, n)
	return err
}

func main() {
	i := &ingest{store: memory{}, out: os.Stdout}
	for _, text := range []string{`{"device":"d1","values":[]}`, `{"device":`, `{"values":[1]}`, `{"device":"d1","values":[1,2]}`} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println("recovered:", r)
				}
			}()
			if err := i.line(text); err != nil {
				fmt.Println("error:", err)
			}
		}()
	}
	json.NewEncoder(os.Stdout).Encode(i.store)
}
