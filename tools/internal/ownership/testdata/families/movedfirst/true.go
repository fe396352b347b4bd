package movedfirst

import "github.com/rcpool/rcpool"

// The frame is lost where it was acquired, not where the struct was made.
func submit(out chan rcpool.Ref[stream], noise byte) error {
	in := frames.Get() // want "leak: in "
	in.Value().pix[0] = noise
	j := newJob(in)
	if err := j.encode(100); err != nil {
		j.half()
		return err
	}
	out <- j.finish()
	return nil
}

// What is acquired in the call has the name of the struct.
func submitNow(out chan rcpool.Ref[stream]) error {
	j := newJob(frames.Get()) // want "leak: j "
	if err := j.encode(100); err != nil {
		j.half()
		return err
	}
	out <- j.finish()
	return nil
}
