// truth: leak line 51 callee

// Command telemetry-decode decodes samples of sensors and keeps the latest one
// of each sensor. Samples from the future are refused.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type sample struct {
	Sensor string    `json:"sensor"`
	At     int64     `json:"at"`
	Values []float64 `json:"values"`
}

func (s *sample) Reset() { *s = sample{Values: s.Values[:0]} }

type decoder struct {
	pool rcpool.Pool[sample]
	now  int64
}

func (d *decoder) decode(line string) (rcpool.Ref[sample], error) {
	s := d.pool.Get()
	if err := json.Unmarshal([]byte(line), s.Value()); err != nil {
		s.Release()
		return rcpool.Ref[sample]{}, err
	}
	return s, nil
}

func (s *sample) valid(now int64) error {
	switch {
	case s.Sensor == "":
		return errors.New("no sensor")
	case s.At > now:
		return fmt.Errorf("%s is from the future", s.Sensor)
	}
	return nil
}

type latest map[string]rcpool.Ref[sample]

func (l latest) ingest(d *decoder, line string) error {
	s, err := d.decode(line)
	if err != nil {
		return err
	}
	if err := s.Value().valid(d.now); err != nil {
		return fmt.Errorf("refused: %w", err)
	}
	old, ok := l[s.Value().Sensor]
	if ok && old.Value().At >= s.Value().At {
		s.Release()
		return nil
	}
	l[s.Value().Sensor] = s
	if ok {
		old.Release()
	}
	return nil
}

func (l latest) close() {
	for sensor, s := range l {
		delete(l, sensor)
		s.Release()
	}
}

func main() {
	d := &decoder{now: 100}
	l := latest{}
	for line := range strings.SplitSeq(`{"sensor":"t1","at":5,"values":[1,2]}
{"sensor":"t1","at":7,"values":[3]}
{"sensor":"t1","at":6}
{"sensor":"t2","at":101}
{"sensor":
{"at":3}`, "\n") {
		if err := l.ingest(d, line); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(l["t1"].Value().Values)
	l.close()
	fmt.Println("in use:", d.pool.Stats().InUse)
}
