// truth: leak line 44 plain
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Label struct {
	Parcel string
	Zone   byte
	Text   []byte
}

func (l *Label) Reset() { l.Parcel, l.Zone, l.Text = "", 0, l.Text[:0] }

var labels = rcpool.Pool[Label]{Name: "label"}

type Parcel struct {
	ID, Address string
	Grams       int
}

type printer struct {
	out     *strings.Builder
	skipped []string
}

func zone(address string) byte {
	if address == "" {
		return 0
	}
	return "NESW"[len(address)%4]
}

func (p *printer) printAll(parcels []Parcel) error {
	for i, parcel := range parcels {
		if parcel.Grams > 30000 {
			p.skipped = append(p.skipped, parcel.ID)
			continue
		}
		label := labels.Get()
		l := label.Value()
		l.Parcel = parcel.ID
		if l.Zone = zone(parcel.Address); l.Zone == 0 {
			p.skipped = append(p.skipped, parcel.ID)
			continue
		}
		l.Text = fmt.Appendf(l.Text, "%03d %c %s %s\n", i, l.Zone, l.Parcel, parcel.Address)
		if _, err := p.out.Write(l.Text); err != nil {
			label.Release()
			return err
		}
		label.Release()
	}
	return nil
}

func main() {
	p := &printer{out: new(strings.Builder)}
	err := p.printAll([]Parcel{
		{"p1", "1 High St", 200},
		{"p2", "", 450},
		{"p3", "4 Mill Lane", 40000},
		{"p4", "", 1},
		{"p5", "9 Quay", 77},
	})
	fmt.Print(p.out.String())
	fmt.Println("skipped", p.skipped, err)
	if s := labels.Stats(); s.Gets != s.Releases {
		fmt.Println("open labels:", s.Gets-s.Releases)
	}
}
