// truth: leak line 54 callee
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Vessel struct {
	MMSI  string
	Name  string
	Known int // fields that were read
}

var vessels = &rcpool.Pool[Vessel]{Name: "ais.vessels"}

var (
	errPartial  = errors.New("sentence is cut off")
	errChecksum = errors.New("bad checksum")
)

// decode reads a sentence. With errPartial it returns what could be read, too.
func decode(s string) (rcpool.Ref[Vessel], error) {
	fields := strings.Split(s, ",")
	if fields[0] != "!AIVDM" {
		return rcpool.Ref[Vessel]{}, errChecksum
	}
	ref := vessels.Get()
	v := ref.Value()
	for i, f := range fields[1:] {
		switch i {
		case 0:
			v.MMSI = f
		case 1:
			v.Name = f
		}
		v.Known++
	}
	if v.Known < 2 {
		return ref, errPartial
	}
	return ref, nil
}

type track struct {
	names map[string]string
	bad   int
}

func (t *track) feed(sentence string) error {
	ref, err := decode(sentence)
	if err != nil {
		t.bad++
		return fmt.Errorf("%.12s: %w", sentence, err)
	}
	defer ref.Release()
	v := ref.Value()
	t.names[v.MMSI] = v.Name
	return nil
}

func main() {
	t := &track{names: map[string]string{}}
	for _, s := range []string{
		"!AIVDM,211331640,Seute Deern",
		"$GPGGA,1",
		"!AIVDM,2113",
		"!AIVDM,244660920,Op Hoop van Zegen",
	} {
		fmt.Println(t.feed(s))
	}
	fmt.Println(t.names, t.bad)
}
