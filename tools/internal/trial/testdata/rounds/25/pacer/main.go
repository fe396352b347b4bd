// truth: correct

// Command pacer releases campaign impressions at their due ticks.
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Impression struct {
	Campaign string
	Cost     int
	Due      int
}

var impressions rcpool.Pool[Impression]

// schedule is a heap that owns its references.
type schedule []rcpool.Ref[Impression]

func (s schedule) Len() int           { return len(s) }
func (s schedule) Less(i, j int) bool { return s[i].Value().Due < s[j].Value().Due }
func (s schedule) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *schedule) Push(x any)        { *s = append(*s, x.(rcpool.Ref[Impression])) }
func (s *schedule) Pop() any {
	old := *s
	last := old[len(old)-1]
	old[len(old)-1] = rcpool.Ref[Impression]{}
	*s = old[:len(old)-1]
	return last
}

type budget struct {
	left  int
	spent int
}

type pacer struct {
	schedule
	budgets map[string]*budget
	serve   func(*Impression)
	capped  int
}

// offer takes the reference over, whatever it answers.
func (p *pacer) offer(ref rcpool.Ref[Impression]) bool {
	b, ok := p.budgets[ref.Value().Campaign]
	if !ok || b.left < ref.Value().Cost {
		p.capped++
		ref.Release()
		return false
	}
	heap.Push(&p.schedule, ref)
	return true
}

func (p *pacer) tick(now int) {
	for p.Len() > 0 && p.schedule[0].Value().Due <= now {
		ref := heap.Pop(&p.schedule).(rcpool.Ref[Impression])
		imp := ref.Value()
		b := p.budgets[imp.Campaign]
		switch {
		case b.left >= imp.Cost:
			b.left -= imp.Cost
			b.spent += imp.Cost
			p.serve(imp)
			ref.Release()
		case imp.Due+10 > now && b.left > 0:
			imp.Due = now + 1
			imp.Cost = b.left
			heap.Push(&p.schedule, ref)
		default:
			p.capped++
			ref.Release()
		}
	}
}

func (p *pacer) stop() (dropped int) {
	for p.Len() > 0 {
		ref := heap.Pop(&p.schedule).(rcpool.Ref[Impression])
		ref.Release()
		dropped++
	}
	return dropped
}

func impression(campaign string, cost, due int) rcpool.Ref[Impression] {
	ref := impressions.Get()
	*ref.Value() = Impression{campaign, cost, due}
	return ref
}

func main() {
	served := map[string]int{}
	p := &pacer{
		budgets: map[string]*budget{"shoes": {left: 25}, "cars": {left: 100}},
		serve:   func(i *Impression) { served[i.Campaign]++ },
	}
	for i := range 6 {
		p.offer(impression("shoes", 10, 6-i))
		p.offer(impression("cars", 15, i))
	}
	p.offer(impression("unknown", 1, 0))
	p.offer(impression("cars", 3, 50))
	for now := range 9 {
		p.tick(now)
	}
	fmt.Println(served, p.capped, p.stop(), p.budgets["shoes"].spent)
	check()
}
