// truth: leak line 32 plain
package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Key    string
	Amount int
}

type Importer struct {
	rows    rcpool.Pool[Row]
	skipped int
	sums    map[string]int
}

func (im *Importer) Import(r io.Reader) error {
	scan := bufio.NewScanner(r)
	for line := 1; scan.Scan(); line++ {
		key, amount, ok := strings.Cut(scan.Text(), ",")
		if !ok {
			return fmt.Errorf("line %d: no comma", line)
		}
		row := im.rows.Get()
		v := row.Value()
		v.Key = strings.TrimSpace(key)
		if strings.HasPrefix(v.Key, "#") {
			im.skipped++
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(amount))
		if err != nil {
			row.Release()
			return fmt.Errorf("line %d: %w", line, err)
		}
		v.Amount = n
		im.sums[v.Key] += v.Amount
		row.Release()
	}
	return scan.Err()
}

func main() {
	im := &Importer{sums: map[string]int{}}
	for _, text := range []string{
		"a, 1\nb, 2\na, 3",
		"# header, ignored\nc, 5",
		"d, x",
		"nothing",
	} {
		if err := im.Import(strings.NewReader(text)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(im.sums, im.skipped, im.rows.Stats().InUse)
}
