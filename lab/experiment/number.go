package experiment

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a float64 whose JSON is null where there is no finite number, which JSON cannot write.
type Number float64

// Finite reports whether n is neither NaN nor infinite.
func (n Number) Finite() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON writes the number, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Finite() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads a number, and null as NaN.
func (n *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(n))
}

// String writes n with three significant digits, without an exponent: 0.0123, 1.02, 45.6, 789, 12300.
func (n Number) String() string {
	x := float64(n)
	switch {
	case math.IsNaN(x):
		return "n/a"
	case math.IsInf(x, 1):
		return "∞"
	case x == 0:
		return "0"
	}
	return Number(rounded(x, 3)).decimal(3) // rounded first: 9.999 becomes 10.0 and not 10.00
}

// Times writes n as a factor for a sentence: two decimals, or two significant digits where that says more or is enough:
// 0.075x, 0.80x, 1.04x, 12x.
func (n Number) Times() string {
	x := float64(n)
	if !n.Finite() || x == 0 {
		return n.String() + "x"
	}
	x = rounded(x, 3)
	if x >= 0.1 && x < 10 {
		return strconv.FormatFloat(x, 'f', 2, 64) + "x"
	}
	return Number(rounded(x, 2)).decimal(2) + "x"
}

// rounded rounds x to so many significant digits.
func rounded(x float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x // cannot happen: it was just written
	}
	return r
}

// decimal writes n, which is rounded to so many significant digits, with all of them and without an exponent.
func (n Number) decimal(digits int) string {
	decimals := digits - 1 - int(math.Floor(math.Log10(math.Abs(float64(n)))))
	return strconv.FormatFloat(float64(n), 'f', max(decimals, 0), 64)
}
