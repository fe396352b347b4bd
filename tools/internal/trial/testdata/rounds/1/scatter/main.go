// truth: correct

// Command scatter fills parts of one report in parallel and hands the result out of
// the pool for good.
package main

import (
	"fmt"
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

type Report struct {
	Parts [4]string
	Total int
}

var reports = rcpool.Pool[Report]{Name: "reports"}

type source func(part int) (string, error)

// Gather returns a report that belongs to the caller like any other object.
func Gather(from source) (*Report, error) {
	ref := reports.Get()
	report := ref.Value()

	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for i := range report.Parts {
		wg.Go(func() {
			text, err := from(i)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
				return
			}
			report.Parts[i] = text
			report.Total += len(text)
		})
	}
	wg.Wait()

	if failed != nil {
		ref.Release()
		return nil, failed
	}
	return ref.Detach(), nil
}

// Archive keeps the reports of a day.
type Archive struct {
	byDay map[string]*Report
}

func (a *Archive) Collect(day string, from source) error {
	report, err := Gather(from)
	if err != nil {
		return fmt.Errorf("%s: %w", day, err)
	}
	a.byDay[day] = report
	return nil
}

func main() {
	a := &Archive{byDay: make(map[string]*Report)}
	for _, day := range []string{"mon", "tue", "wed"} {
		err := a.Collect(day, func(part int) (string, error) {
			if day == "tue" && part == 2 {
				return "", fmt.Errorf("part %d is missing", part)
			}
			return fmt.Sprint(day, part), nil
		})
		if (err != nil) != (day == "tue") {
			log.Fatal(err)
		}
	}
	if len(a.byDay) != 2 || a.byDay["mon"].Total != 16 || a.byDay["wed"].Parts[3] != "wed3" {
		log.Fatal(a.byDay)
	}
	if s := reports.Stats(); s.Detached != 2 || s.Releases != 1 {
		log.Fatal(s)
	}
	fmt.Println("archived", len(a.byDay))
}
