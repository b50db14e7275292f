// The other side: takes and releases locks with node-redlock. A command a line in, an answer a line out.
//
//   try <key> <ms>                  granted, or busy
//   release                         released, or gone: what was granted last
//   count <lock> <counter> <times>  done: so often, under the lock, the counter is read, and written plus one

import { createInterface } from "node:readline";
import Redis from "ioredis";
import Redlock from "redlock";

const client = new Redis({ host: "127.0.0.1", port: Number(process.argv[2]) });
const redlock = new Redlock([client], { retryCount: 0 });
const patient = new Redlock([client], { retryCount: 100000, retryDelay: 5, retryJitter: 5 });

let lock;

async function answer([command, ...words]) {
  if (command === "try") {
    try {
      lock = await redlock.acquire([words[0]], Number(words[1]));
      return "granted";
    } catch (refused) {
      return "busy";
    }
  }
  if (command === "release") {
    try {
      await lock.release();
      return "released";
    } catch (notMine) {
      return "gone";
    }
  }
  if (command === "count") {
    const [key, counter, times] = words;
    for (let i = 0; i < Number(times); i++) {
      const held = await patient.acquire([key], 10000);
      const before = Number(await client.get(counter));
      await client.set(counter, before + 1);
      await held.release();
    }
    return "done";
  }
  return "unknown command " + command;
}

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  console.log(await answer(line.split(" ")));
}
client.disconnect();
