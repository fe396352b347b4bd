// truth: escape line 53 plain

package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Invoice struct {
	Number string
	Lines  []string
	Cents  int64
}

func (i *Invoice) Reset() {
	clear(i.Lines)
	*i = Invoice{Lines: i.Lines[:0]}
}

var invoices = rcpool.Pool[Invoice]{Name: "invoices"}

type notifier struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	sent []string
}

func (n *notifier) deliver(url, body string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sent = append(n.sent, url+" "+body)
}

func (n *notifier) finalize(number string, hooks []string, lines ...string) (int64, error) {
	ref := invoices.Get()
	defer ref.Release()
	inv := ref.Value()
	inv.Number = number
	for _, l := range lines {
		inv.Lines = append(inv.Lines, l)
		inv.Cents += int64(100 * len(l))
	}
	if inv.Cents == 0 {
		return 0, fmt.Errorf("%s is empty", number)
	}
	for _, url := range hooks {
		n.wg.Add(1)
		go func() {
			defer n.wg.Done()
			time.Sleep(time.Millisecond)
			n.deliver(url, inv.Number+" "+strings.Join(inv.Lines, ";"))
		}()
	}
	return inv.Cents, nil
}

func main() {
	n := &notifier{}
	for i := range 3 {
		cents, err := n.finalize(fmt.Sprintf("INV-%d", i), []string{"http://crm", "http://erp"}, strings.Repeat("x", i))
		fmt.Println(cents, err)
	}
	n.wg.Wait()
	fmt.Println(len(n.sent))
}
