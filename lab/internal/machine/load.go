package machine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// A Load is what else a machine had to do over a stretch of time. What the system does not say is -1.
type Load struct {
	Before   float64 `json:"load_average_before"` // over a minute, when the stretch began
	After    float64 `json:"load_average_after"`  // over a minute, when it ended
	Pressure float64 `json:"cpu_pressure_share"`  // of the time, something that could run had to wait for a processor (PSI)
	Steal    float64 `json:"steal_share"`         // of all processor time, taken by the hypervisor
	Others   float64 `json:"others_share"`        // of all processor time, used by processes that this one did not start
}

// unknown stands for what the system does not say.
const unknown = -1

// String says it in words.
func (l Load) String() string {
	var parts []string
	add := func(format string, x, scale float64) {
		if x >= 0 {
			parts = append(parts, fmt.Sprintf(format, x*scale))
		}
	}
	add("others used %.1f %% of the processors", l.Others, 100)
	add("the hypervisor took %.1f %%", l.Steal, 100)
	add("something waited for a processor %.0f %% of the time", l.Pressure, 100)
	add("load average %.1f before", l.Before, 1)
	add("%.1f after", l.After, 1)
	if len(parts) == 0 {
		return "not known on this system"
	}
	return strings.Join(parts, ", ")
}

// Busy says what was so busy that figures suffer, or returns "".
func (l Load) Busy() string {
	const others, steal = 0.05, 0.02
	switch {
	case l.Others > others:
		return fmt.Sprintf("Other processes used %.0f %% of this machine's processors: expect wider intervals, and measure again when it is quiet.", 100*l.Others)
	case l.Steal > steal:
		return fmt.Sprintf("The hypervisor took %.0f %% of this machine's processor time: expect wider intervals.", 100*l.Steal)
	}
	return ""
}

// A Meter measures the load since it was made.
type Meter struct {
	began    time.Time
	average  float64
	pressure time.Duration
	ticks    ticks
	own      time.Duration
}

// Measure begins to measure.
func Measure() *Meter {
	m := &Meter{began: time.Now(), average: average(), pressure: pressure()}
	m.ticks, m.own = processors(), own()
	return m
}

// Since returns the load since Measure. What children of this process used counts as its own once they have ended and
// were waited for.
func (m *Meter) Since() Load {
	l := Load{Before: m.average, After: average(), Pressure: unknown, Steal: unknown, Others: unknown}
	if p := pressure(); p >= 0 && m.pressure >= 0 {
		l.Pressure = min(1, (p-m.pressure).Seconds()/time.Since(m.began).Seconds())
	}
	if now := processors(); now.all > m.ticks.all && m.ticks.all > 0 {
		all := now.all - m.ticks.all
		l.Steal = (now.steal - m.ticks.steal) / all
		ours := (own() - m.own).Seconds() * ticksPerSecond
		l.Others = max(0, (now.busy-m.ticks.busy-ours)/all)
	}
	return l
}

// average is the load average over a minute.
func average() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return unknown
	}
	first, _, _ := strings.Cut(string(text), " ")
	if x, err := strconv.ParseFloat(first, 64); err == nil {
		return x
	}
	return unknown
}

// pressure is how long something that could run has waited for a processor.
func pressure() time.Duration {
	text, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return unknown
	}
	line, _, _ := strings.Cut(string(text), "\n")
	_, total, ok := strings.Cut(line, "total=")
	micros, err := strconv.ParseInt(strings.TrimSpace(total), 10, 64)
	if !ok || err != nil {
		return unknown
	}
	return time.Duration(micros) * time.Microsecond
}

// ticks are those of all processors since the machine started.
type ticks struct{ all, busy, steal float64 }

// ticksPerSecond is USER_HZ, which is 100 on every architecture that Go runs on.
const ticksPerSecond = 100

func processors() ticks {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return ticks{}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line) // cpu user nice system idle iowait irq softirq steal guest guest_nice
	if len(fields) < 9 || fields[0] != "cpu" {
		return ticks{}
	}
	var t ticks
	for i, field := range fields[1:9] {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return ticks{}
		}
		t.all += x
		switch i {
		case 3, 4: // idle, also while a disk works
		case 7:
			t.steal = x
		default:
			t.busy += x
		}
	}
	return t
}
