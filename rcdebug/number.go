package rcdebug

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

const unknown = "–"

// short formats a count for reading at a glance: in full up to 99,999, and with
// three digits above.
func short(n uint64) string {
	if n < 100_000 {
		return exact(n)
	}
	return scaled(float64(n))
}

// exact formats a count with commas between thousands.
func exact(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// perSecond formats a rate.
func perSecond(rate *float64) string {
	switch {
	case rate == nil:
		return unknown
	case *rate == 0:
		return "0"
	case *rate < 0.01:
		return "<0.01"
	}
	return scaled(*rate)
}

// scaled formats v with three digits and, from 1,000 on, the letter of an SI
// prefix.
func scaled(v float64) string {
	const letters = " kMGTPE"
	power := 0
	for v >= 999.5 && power < len(letters)-1 {
		v, power = v/1000, power+1
	}
	decimals := 0
	switch {
	case v < 9.995:
		decimals = 2
	case v < 99.95:
		decimals = 1
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if power > 0 {
		text += " " + letters[power:power+1]
	}
	return text
}

// percent formats a share. It rounds down, so that 100 % means all.
func percent(share *float64) string {
	if share == nil {
		return unknown
	}
	if *share == 1 {
		return "100 %"
	}
	return fmt.Sprintf("%.2f %%", math.Floor(*share*100_00)/100)
}

// span formats a duration in whole units. From 2 seconds on it uses the largest
// unit that gives at least 2, so that rounding down loses little.
func span(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < 2*time.Second:
		return "1 second"
	case d < 2*time.Minute:
		return fmt.Sprint(int(d/time.Second), " seconds")
	case d < 2*time.Hour:
		return fmt.Sprint(int(d/time.Minute), " minutes")
	case d < 48*time.Hour:
		return fmt.Sprint(int(d/time.Hour), " hours")
	}
	return fmt.Sprint(int(d/(24*time.Hour)), " days")
}
