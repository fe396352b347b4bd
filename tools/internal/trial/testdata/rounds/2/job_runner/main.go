// truth: correct
package main

import (
	"fmt"
	"sync/atomic"

	"round/job_runner/jobs"

	"github.com/rcpool/rcpool"
)

type Thumb struct {
	Name string
	W, H int
}

type Mail struct{ To string }

func main() {
	var thumbs rcpool.Pool[Thumb]
	var area atomic.Int64
	resize := jobs.New(3, 4, func(t *Thumb) {
		if t.W == 13 {
			panic("unlucky " + t.Name)
		}
		area.Add(int64(t.W * t.H))
	})
	for w := range 30 {
		job := thumbs.Get()
		*job.Value() = Thumb{Name: fmt.Sprint("img", w), W: w, H: 2}
		if err := resize.Submit(job); err != nil {
			fmt.Println(err)
		}
	}
	resize.Close()
	resize.Close()

	var mails rcpool.Pool[Mail]
	var sent atomic.Int64
	outbox := jobs.New(1, 0, func(m *Mail) { sent.Add(int64(len(m.To))) })
	mail := mails.Get()
	mail.Value().To = "ann"
	for range 3 {
		if err := outbox.TrySubmit(mail); err != nil {
			fmt.Println(err)
		}
	}
	outbox.Close()
	fmt.Println(outbox.TrySubmit(mail), mail.Value().To)
	mail.Release()

	late := thumbs.Get()
	fmt.Println(resize.Submit(late), area.Load(), sent.Load(), thumbs.Stats().InUse)
}
