package countinside

import "fmt"

type bookkeeper struct {
	in    chan *invoice
	total int
}

func (b *bookkeeper) post(customer string, lines ...int) {
	in := newInvoice(customer, lines...)
	b.in <- in
}

// The bookkeeper releases what is received.
func (b *bookkeeper) run() {
	for in := range b.in {
		b.total += sum(in.lines)
		in.DecrementReferenceCount()
	}
}

type printer struct {
	queue chan *invoice
}

func (p *printer) print(customer string) {
	p.queue <- newInvoice(customer, 1)
}

// The counter is named on the way.
func (p *printer) next() bool {
	in, ok := <-p.queue
	if !ok {
		return false
	}
	fmt.Println(in.customer)
	in.invoiceHead.ReferenceCounter.DecrementReferenceCount()
	return true
}

type drawer struct {
	open map[string]*invoice
}

func (d *drawer) add(customer string) {
	if d.open[customer] == nil {
		d.open[customer] = newInvoice(customer)
	}
}

// It is released after its entry was deleted.
func (d *drawer) remove(customer string) int {
	in := d.open[customer]
	if in == nil {
		return 0
	}
	delete(d.open, customer)
	n := sum(in.lines)
	in.invoiceHead.DecrementReferenceCount()
	return n
}
