// truth: leak line 51 callee

// Quotas counts what tenants use, and refuses what is beyond their plan.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Usage struct {
	Tenant string
	Used   int
	Max    int
}

var usages = rcpool.Pool[Usage]{Name: "usages"}

type Table struct {
	mu sync.Mutex
	by map[string]rcpool.Ref[Usage]
}

// open returns the usage of tenant, with a reference for the caller.
func (t *Table) open(tenant string) rcpool.Ref[Usage] {
	t.mu.Lock()
	defer t.mu.Unlock()
	ref, ok := t.by[tenant]
	if !ok {
		ref = usages.Get()
		*ref.Value() = Usage{Tenant: tenant, Max: 10 * len(tenant)}
		t.by[tenant] = ref
	}
	return ref.Retain()
}

func (t *Table) Charge(tenant string, n int) bool {
	usage := t.open(tenant)
	defer usage.Release()
	u := usage.Value()
	if u.Used+n > u.Max {
		return false
	}
	u.Used += n
	return true
}

func (t *Table) Left(tenant string) int {
	u := t.open(tenant).Value()
	return u.Max - u.Used
}

func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for tenant, ref := range t.by {
		delete(t.by, tenant)
		ref.Release()
	}
}

func main() {
	t := &Table{by: make(map[string]rcpool.Ref[Usage])}
	for i, tenant := range []string{"acme", "initech", "acme", "acme", "umbrella"} {
		fmt.Println(tenant, t.Charge(tenant, 9*(i+1)))
	}
	fmt.Println(t.Left("acme"), t.Left("initech"))
	t.Close()
	fmt.Println("in use:", usages.Stats().InUse)
}
