// Draws the plots from the table of figures by time, and folds that table away. Without it the table stands open.
'use strict';

// alone are the points without a neighbour, which no line goes through: uPlot leaves them out where there are many times.
function alone(plot, series, shown) {
  if (shown) return null; // all of them
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
        scales: { y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 0, 0) * 1.05 || 1] } },
        axes: [axis, { ...axis, size: 60 }],
        series: [{ label: 'UTC' }, ...columns.map((column, i) => ({
          label: names[column],
          stroke: colour(colours[i]),
          dash: dashes[i],
          width: 2,
          points: { size: 5, filter: alone },
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
