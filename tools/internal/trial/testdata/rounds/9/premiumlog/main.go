// truth: use-after-release line 51 plain
package main

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Premium struct {
	Policy string  `json:"policy"`
	Amount float64 `json:"amount"`
}

type sink struct {
	mu    sync.Mutex
	lines int
	bytes int
	last  byte
}

func (s *sink) write(line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines++
	s.bytes += len(line)
	s.last = line[0]
}

func (s *sink) summary(enc rcpool.Ref[bytes.Buffer]) string {
	defer enc.Release()
	return strconv.Itoa(s.lines) + "/" + strconv.Itoa(enc.Value().Len())
}

func audit(s *sink, p Premium, verbose bool) error {
	enc, err := stdpool.EncodeJSON(p)
	if err != nil {
		return fmt.Errorf("audit %s: %w", p.Policy, err)
	}
	line := bytes.TrimSpace(enc.Value().Bytes())
	if verbose {
		s.write(line)
		fmt.Println(s.summary(enc))
		return nil
	}
	enc.Release()
	s.write(line)
	return nil
}

func main() {
	s := new(sink)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 200 {
				p := Premium{Policy: fmt.Sprint("POL-", g, "-", i), Amount: float64(i)}
				if i == 50 {
					p.Amount = 1 / (p.Amount - 50)
				}
				if err := audit(s, p, i == 0); err != nil && i != 50 {
					fmt.Println(err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(s.lines, s.bytes, string(s.last))
}
