// truth: use-after-release line 34 callee
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/rcpool/rcpool"

	"round/alarm_dispatch/siren"
)

// Panel is the home's control panel.
type Panel struct {
	alarms rcpool.Pool[siren.Alarm]
	bank   *siren.Bank
	log    *log.Logger
	armed  bool
}

func (p *Panel) Trigger(zone string, level int) error {
	if !p.armed {
		return nil
	}
	alarm := p.alarms.Get()
	a := alarm.Value()
	a.Zone, a.Level = zone, level
	if level <= 0 {
		alarm.Release()
		return fmt.Errorf("zone %s: level %d", zone, level)
	}
	if err := p.bank.Sound(alarm); err != nil {
		p.log.Printf("zone %s: %v", alarm.Value().Zone, err)
		return err
	}
	return nil
}

func main() {
	p := &Panel{bank: new(siren.Bank), log: log.New(os.Stdout, "panel: ", 0)}
	fmt.Println(p.Trigger("hall", 3))
	p.armed = true
	fmt.Println(p.Trigger("hall", 3), p.Trigger("hall", 0))
	fmt.Println(p.bank.Sounded())
	p.bank.Silence("garage")
	fmt.Println(p.Trigger("garage", 2))
}
