// Draws the plots from the table of figures by time, and folds that table away. Without it the table stands open.
'use strict';

// alone are the points without a neighbour, which no line goes through. They alone are drawn as points.
function alone(plot, series) {
  const values = plot.data[series];
  return [...values.keys()].filter((i) => values[i] !== null && values[i - 1] == null && values[i + 1] == null);
}

const table = document.getElementById('time');
const section = document.querySelector('.plots');

if (table && section) {
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  const times = rows.map((row) => Date.parse(row[0].replace(' ', 'T') + 'Z') / 1000);
  const plots = [];
  const colours = ['--link', '--coin', '--ink', '--soft'];
  const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

  // Half a step of room at both ends, so that the newest point is not cut in two.
  const room = times.length > 1 ? (times[1] - times[0]) / 2 : 1800;
  const told = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ');
  const marks = (_, splits, axis, space, step) => splits.map((seconds, i) => {
    const [day, time] = told(seconds).slice(5, 16).split(' ');
    if (step >= 86400) return day;
    return i === 0 || time === '00:00' ? `${time}\n${day}` : time;
  });

  const draw = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    for (const plot of plots.splice(0)) plot.destroy();
    for (const place of section.querySelectorAll('[data-columns]')) {
      const columns = place.dataset.columns.split(' ').map(Number);
      const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line') }, ticks: { stroke: colour('--line') } };
      plots.push(new uPlot({
        width: place.clientWidth,
        height: 200,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        cursor: { drag: { x: false, y: false } },
        scales: { x: { range: (_, first, last) => [first - room, last + room] }, y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 0, 0) * 1.05 || 1] } },
        axes: [{ ...axis, values: marks }, { ...axis, size: 60 }],
        series: [{ label: 'UTC', value: (_, seconds) => (seconds == null ? '--' : told(seconds).slice(0, 16)) }, ...columns.map((column, i) => ({
          label: names[column],
          stroke: colour(colours[i]),
          dash: dashes[i],
          width: 2,
          points: { size: 13 - 3 * i, fill: colour(colours[i]), filter: alone }, // those of one place show around each other
        }))],
      }, [times, ...columns.map((column) => rows.map((row) => (row[column] === '' ? null : Number(row[column]))))], place));
    }
  };

  section.hidden = false;
  draw();
  document.querySelector('.by-time').open = false;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    draw();
  });
}
