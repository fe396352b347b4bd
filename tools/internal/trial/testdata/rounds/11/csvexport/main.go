// truth: reset line 28 plain
package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

var exports = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type payout struct {
	seller string
	cents  int64
	paid   bool
}

type exporter struct {
	out io.Writer
}

func (e *exporter) export(day string, payouts []payout) error {
	buf := exports.Get().(*bytes.Buffer)
	defer exports.Put(buf)

	w := csv.NewWriter(buf)
	if err := w.Write([]string{"day", "seller", "amount"}); err != nil {
		return err
	}
	for _, p := range payouts {
		if p.paid {
			continue
		}
		amount := strconv.FormatFloat(float64(p.cents)/100, 'f', 2, 64)
		if err := w.Write([]string{day, p.seller, amount}); err != nil {
			return fmt.Errorf("row of %s: %w", p.seller, err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(e.out, "# %d bytes\n%s", buf.Len(), buf.Bytes())
	return err
}

func main() {
	e := &exporter{out: os.Stdout}
	days := map[string][]payout{
		"mon": {{"anna", 1250, false}, {"bo", 700, true}},
		"tue": {{"cem", 99, false}},
	}
	for _, day := range []string{"mon", "tue"} {
		if err := e.export(day, days[day]); err != nil {
			fmt.Println(err)
		}
	}
}
