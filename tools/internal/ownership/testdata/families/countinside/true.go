package countinside

import "fmt"

type auditor struct {
	in    chan *invoice
	total int
}

func (a *auditor) post(customer string, lines ...int) {
	in := newInvoice(customer, lines...)
	a.in <- in
}

// The auditor only looks at what is received.
func (a *auditor) run() {
	for in := range a.in { // want "leak: "
		a.total += sum(in.lines)
	}
}

type mailer struct {
	queue chan *invoice
}

func (m *mailer) mail(customer string) {
	m.queue <- newInvoice(customer, 1)
}

// The head of it is read, and not released.
func (m *mailer) next() bool {
	in, ok := <-m.queue // want "leak: "
	if !ok {
		return false
	}
	head := &in.invoiceHead
	fmt.Println(head.customer)
	return true
}

type cabinet struct {
	open map[string]*invoice
}

func (c *cabinet) add(customer string) {
	if c.open[customer] == nil {
		c.open[customer] = newInvoice(customer)
	}
}

// It is not released after its entry was deleted.
func (c *cabinet) remove(customer string) int {
	in := c.open[customer]
	if in == nil {
		return 0
	}
	n := sum(in.lines)
	delete(c.open, customer) // missed "leak: "
	return n
}
